import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { expect, onTestFinished, test } from 'vitest'
import { plainBuiltins } from './plain-builtins.ts'

test('a bundle that serves HTTP does not load Node’s own HTTP client', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'runnel-builtins-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'old.cjs'), "exports.secure = require('https').createServer")
  await writeFile(
    join(folder, 'main.ts'),
    `import http, { createServer } from 'node:http'
     import { secure } from './old.cjs'
     const client = process.moduleLoadList.filter((name) => name.includes('undici'))
     console.log(JSON.stringify([typeof createServer, typeof http.request, typeof secure, client]))`,
  )
  const bundle = await rolldown({
    input: join(folder, 'main.ts'),
    platform: 'node',
    plugins: [plainBuiltins()],
  })
  const out = join(folder, 'out.mjs')
  await bundle.write({ file: out })
  await bundle.close()
  const said = execFileSync(process.execPath, [out], { encoding: 'utf8', env: { PATH: process.env.PATH } })
  expect(JSON.parse(said)).toEqual(['function', 'function', 'function', []])
})
