@rem The scripts of package.json begin with exec, so that a shell hands its place to node. cmd has no exec: here it is this file.
@%*
