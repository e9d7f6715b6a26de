/* Loaded before the program: its disk takes nothing any more once the file that FAIL_SYNCS names is there. */
import fs, { existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { fdatasync } = fs
const flag = process.env.FAIL_SYNCS ?? ''

fs.fdatasync = Object.assign(
  (descriptor: number, done: (error: NodeJS.ErrnoException | null) => void) => {
    if (existsSync(flag)) done(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' }))
    else fdatasync(descriptor, done)
  },
  { __promisify__: fdatasync.__promisify__ },
)
syncBuiltinESMExports()
