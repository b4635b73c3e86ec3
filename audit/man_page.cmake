# cmake -DPROGRAM=... -DPAGE=... -DVERSION=... -P man_page.cmake: the man page of tocca-audit out of its --help: the first line is NAME, a line that is not
# indented begins a section, the rest stands as it is. Here, and not in the auditor, whose every line somebody has to believe.
execute_process(COMMAND ${PROGRAM} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\\" "\\e" help "${help}")
string(REPLACE "-" "\\-" help "${help}")
string(REGEX REPLACE "^tocca\\\\-audit FILE: ([^\n]*)\\.\n" "" rest "${help}")
set(purpose "${CMAKE_MATCH_1}")
if(purpose STREQUAL "")
  message(FATAL_ERROR "the help of ${PROGRAM} does not begin with what it does")
endif()
string(REGEX REPLACE "\n([A-Z][^\n:]*):? ?([^\n]*)\n" "\n.fi\n.SH \"\\1\"\n.nf\n\\2\n" rest "${rest}")
string(REGEX REPLACE "\n\n+" "\n" rest "${rest}")
string(REGEX REPLACE "^\n?\\.fi\n" "" rest "${rest}")
file(WRITE ${PAGE} ".TH TOCCA\\-AUDIT 1 \"\" \"tocca ${VERSION}\" \"User Commands\"\n.SH NAME\ntocca\\-audit \\- ${purpose}\n${rest}.fi\n.SH SEE ALSO\n.BR tocca (1)\n")
