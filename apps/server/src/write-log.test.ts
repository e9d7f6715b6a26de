import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('a log on a full disk is no reason to stop', () => {
  const full = openSync('/dev/full', 'w')
  const path = join(import.meta.dirname, 'write-log.ts')
  const program = `import { logLines } from ${JSON.stringify(path)}
    for (let line = 0; line < 100; line += 1) logLines.write('a line\\n')
    process.stderr.write('goes on')`
  const options = { stdio: ['ignore', full, 'pipe'] as ('ignore' | 'pipe' | number)[], timeout: 20_000 }
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], options)
  closeSync(full)
  expect([status, String(stderr)]).toEqual([0, 'goes on'])
})
