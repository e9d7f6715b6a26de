import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { expect, onTestFinished, test } from 'vitest'
import { finishModule } from './finish-module.ts'

test('the bundle holds what a module computed, and no longer needs what it read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'runnel-finish-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const computed = join(folder, 'texts.ts')
  await writeFile(join(folder, 'source.txt'), 'from "a" file\n')
  await writeFile(
    computed,
    `import { readFileSync } from 'node:fs'
     export const texts: Record<string, string> = { source: readFileSync(${JSON.stringify(join(folder, 'source.txt'))}, 'utf8') }`,
  )
  await writeFile(
    join(folder, 'main.ts'),
    "import { texts } from './texts.ts'\nexport const text = texts.source",
  )
  const bundle = await rolldown({
    input: join(folder, 'main.ts'),
    platform: 'node',
    plugins: [finishModule(computed)],
  })
  await bundle.write({ file: join(folder, 'out.mjs') })
  await bundle.close()
  await rm(join(folder, 'source.txt'))
  const { text } = await import(pathToFileURL(join(folder, 'out.mjs')).href)
  expect(text).toBe('from "a" file\n')
})
