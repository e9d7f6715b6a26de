import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SCRIPT = `
import { endWithLauncher } from ${JSON.stringify(join(import.meta.dirname, 'end-with-launcher.ts'))}
process.on('SIGTERM', () => process.exit(3))
endWithLauncher()
setInterval(() => {}, 1000)
process.send('ready')
`

test('a process whose launcher hangs up ends as on SIGTERM', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SCRIPT], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([3, null])
})
