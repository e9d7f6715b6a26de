import { join } from 'node:path'
import { errorMessage, isRunnelError } from '@runnel/contract'
import { type Config, ConfigError } from './config.ts'

const unreachable = 'The database at DATABASE_URL does not answer. Start it, or correct DATABASE_URL.'
const unknownHost = ({ host }: Config) => `HOST=${host} is no address of this machine.`

/** What to do about a fault of the system by its code; `path` is what the fault names. */
const advice: Record<string, (config: Config, path: string | undefined) => string> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} on ${host} is in use. Stop the other program, or set PORT to another number.`,
  EADDRNOTAVAIL: unknownHost,
  EACCES: ({ port }, path) =>
    `Runnel may not use ${path ?? `port ${port}`}. Choose another DATA_DIR or PORT, or grant the right.`,
  EPERM: ({ dataDir }, path) =>
    `Runnel may not use ${path ?? `DATA_DIR=${dataDir}`}. Choose another DATA_DIR, or grant the right.`,
  EEXIST: ({ dataDir }) => `DATA_DIR=${dataDir} is not a folder. Choose another, or move the file away.`,
  ENOENT: ({ dataDir }) => `DATA_DIR=${dataDir} cannot be made. Choose another folder.`,
  ENOTDIR: ({ dataDir }) => `DATA_DIR=${dataDir} lies below a file. Choose another folder.`,
  EROFS: ({ dataDir }) =>
    `DATA_DIR=${dataDir} cannot be written: its disk is read-only, as after a fault. Make it writable again; without data there, choose another folder.`,
  ENOSPC: ({ dataDir }) => `The disk of DATA_DIR=${dataDir} is full. Make room and start again.`,
  ECONNREFUSED: () => unreachable,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ETIMEDOUT: () => unreachable,
  '25006': () =>
    'The database at DATABASE_URL takes no writes: it is a replica, or was made read-only. Name the one that is written in DATABASE_URL.',
  '55P03': () =>
    'Another program holds what Runnel needs in the database, such as a transaction left open in psql. End it and try again.',
}

/** PostgreSQL's codes for a login or a database that it does not take. */
const REFUSALS = new Set(['28P01', '28000', '3D000'])

/** What to do about a database file by SQLite's code. */
const fileAdvice: Record<number, string> = {
  5: 'is held by another program, such as a backup or a shell of sqlite3. End that one and start again.',
  6: 'is held by another program, such as a backup or a shell of sqlite3. End that one and start again.',
  8: 'cannot be written. Let the user who runs Runnel write it and its folder.',
  10: 'could not be read or written: the disk has a fault. Look at the system log, and start again from a healthy disk.',
  11: 'is damaged. Keep a copy of it as it is and restore the newest backup, or recover what can be read: sqlite3 runnel.db .recover',
  13: 'has no room on its disk. Make room and start again.',
  14: 'cannot be opened. Let the user who runs Runnel read and write it and its folder.',
  26: 'is no database. Restore it from a backup, or choose another DATA_DIR.',
}

function databaseFailure(error: unknown, { dataDir, databaseUrl }: Config): string | undefined {
  const { errcode } = error as { errcode?: unknown }
  if (typeof errcode !== 'number' || databaseUrl !== undefined) return undefined
  const told = fileAdvice[errcode & 0xff]
  return told && `${join(dataDir, 'runnel.db')} ${told} Nothing in it was changed.`
}

function systemFailure(error: unknown, config: Config): string | undefined {
  const { code, path, message } = error as NodeJS.ErrnoException
  if (code === undefined) return undefined
  if (REFUSALS.has(code)) return `The database at DATABASE_URL refused the connection: ${message}.`
  return advice[code]?.(config, path)
}

/** The one line that tells an operator why a start, or a command, stopped and what to do. */
export function startFailure(error: unknown, config: Config | undefined): string {
  if (error instanceof ConfigError || isRunnelError(error)) return error.message
  const known = config && (databaseFailure(error, config) ?? systemFailure(error, config))
  return known ?? `Runnel could not start: ${errorMessage(error)}. Tell its maintainers, with this line.`
}
