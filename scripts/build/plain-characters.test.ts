import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { expect, onTestFinished, test } from 'vitest'
import { plainCharacters } from './plain-characters.ts'

async function bundled(source: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'runnel-plain-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'main.ts'), source)
  const bundle = await rolldown({
    input: join(folder, 'main.ts'),
    platform: 'node',
    plugins: [plainCharacters()],
  })
  const out = join(folder, 'out.mjs')
  await bundle.write({ file: out, minify: true })
  await bundle.close()
  return out
}

test('the bundle is ASCII and says the same', async () => {
  const wide = ['“a” ü 💧 \u2028', 'é1→']
  const out = await bundled(
    `export const texts = [${JSON.stringify(wide[0])}, \`${wide[1]}\`, "x’y💧".replace(/[’💧]/gu, "!"), { "ключ": 1 }]`,
  )
  const code = await readFile(out, 'utf8')
  expect(code).toMatch(/^[\0-\x7f]*$/)
  const { texts } = await import(pathToFileURL(out).href)
  expect(texts).toEqual([...wide, 'x!y!', Object.fromEntries([['ключ', 1]])])
})

test('a raw text that would say something else stops the build', async () => {
  await expect(bundled('export const text = globalThis.x + String.raw`é\\d`')).rejects.toThrow('String.raw')
})
