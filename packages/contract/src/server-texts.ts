/** Why the server could not do what was asked, whatever that was: reason → English text. `REFUSAL_TEXTS` says how they are read. */
export const SERVER_TEXTS = {
  server_fault:
    'The server met an unexpected error. Try again; if it stays, look for this request id in the server’s log.',
  server_busy: 'The server is answering as many calls as it can. Try again in a moment.',
  server_ending: 'The server is ending. Try again in a moment.',
  workspace_left: 'This page shows a workspace that your session is not in any more. Choose one to go on.',
  person_changed:
    'Somebody else signed in in this browser, and this page is not theirs. Load it again to go on as them.',
  read_slow: 'Reading this took too long and was given up. Narrow the filter.',
  sign_ins_exceeded: 'Too many people sign in at this moment. Try again in some seconds.',
  create_under_way:
    'This was sent before, and is still under way. Look in a moment whether it is there, then try again.',
  create_interrupted:
    'This was sent before, and was cut off in the middle. Look whether it took effect; if not, send it again as a new call.',
  storage_full: 'This could not be stored: the disk of the database is full. Make room on it and try again.',
  storage_busy: 'Another program holds the database. Try again in a moment.',
  storage_contended: 'Others changed the same in this moment. Try again.',
  storage_readonly: 'The database takes no writes at the moment. Try again in a moment.',
  storage_away: 'The database does not answer. Try again in a moment.',
  storage_damaged:
    'The database is damaged, so this cannot be read or stored. Who runs this server finds in its log what to do.',
  storage_other: 'The database did not take this. Try again; if it stays, look into the log of the server.',
} as const
