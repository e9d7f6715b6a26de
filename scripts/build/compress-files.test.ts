import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { compressFiles } from './compress-files.ts'

async function makeFolder(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'runnel-compress-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'assets'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

test('text lies beside itself as brotli and gzip, which give it back', async () => {
  const script = 'console.log("again and again");\n'.repeat(200)
  const folder = await makeFolder({ 'index.html': script, 'assets/a-1.js': script })
  await compressFiles(folder)
  for (const name of ['index.html', 'assets/a-1.js']) {
    const [br, gz] = await Promise.all([
      readFile(join(folder, `${name}.br`)),
      readFile(join(folder, `${name}.gz`)),
    ])
    expect(br.length).toBeLessThan(gz.length)
    expect(brotliDecompressSync(br).toString()).toBe(script)
    expect(gunzipSync(gz).toString()).toBe(script)
  }
})

test('what is packed already, and what would grow, is left as it is', async () => {
  const folder = await makeFolder({ 'assets/inter.woff2': 'a'.repeat(5_000), 'assets/tiny.svg': '<svg/>' })
  await compressFiles(folder)
  expect((await readdir(join(folder, 'assets'))).sort()).toEqual(['inter.woff2', 'tiny.svg'])
})
