import { findOnPath, isProgram } from './find-on-path.ts'
import { installDebianPackages } from './install-debian-packages.ts'

const NAME = 'redis-server'

/**
 * Path of a Redis: `REDIS_PATH`, else one of the machine, else Debian's, installed now.
 * @throws Error with one line on how to get one.
 */
export function getRedis(): string {
  const named = process.env.REDIS_PATH
  if (named) {
    if (isProgram(named)) return named
    throw new Error(`REDIS_PATH=${named} is no program: correct it, or unset it.`)
  }
  const found = findOnPath([NAME])
  if (found) return found
  installDebianPackages('A Redis for the tests of what speaks to one', [NAME])
  const installed = findOnPath([NAME])
  if (!installed) throw new Error('Debian’s redis-server came without a program: set REDIS_PATH.')
  return installed
}
