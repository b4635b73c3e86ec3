// What the program and its module for MPI agree on: C functions, found by name.
#pragma once

extern "C" {
/// Starts MPI.
void tocca_mpi_begin(int* rank, int* size);
void tocca_mpi_send(int to, const char* text, int length);
/// The length of a message, and from whom; -1: none came within so many milliseconds (negative: wait for ever). A message that is longer than
/// `most` ends the job.
int tocca_mpi_receive(int* from, char* text, int most, int wait_ms);
void tocca_mpi_end();
/// Ends all ranks.
void tocca_mpi_abort(int code);
}
