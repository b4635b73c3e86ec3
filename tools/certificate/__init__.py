"""A second, slow reader of certificates (docs/certificate-format.md): the specification that runs. Python's standard library only."""
