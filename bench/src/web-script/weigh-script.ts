import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["'`]\.\/([\w.$-]+\.js)["'`]/g
const SCRIPT_TAG = /<script[^>]+src="\/([^"]+\.js)"/g
const KILOBYTE = 1_000

/**
 * Script that a browser must load for a page of the built web app, in kB (1,000 bytes) as it is sent to a browser
 * that takes brotli: the scripts of `index.html` and the chunks of the page, each with everything it imports statically.
 * @param chunks Names of chunks without their hash, as the build names them.
 * @throws Error when the build has no such chunk.
 */
export function weighScript(webFolder: string, chunks: readonly string[]): number {
  const assets = join(webFolder, 'assets')
  const files = readdirSync(assets)
  const html = readFileSync(join(webFolder, 'index.html'), 'utf8')
  const wanted = new Set<string>(
    [...html.matchAll(SCRIPT_TAG)].map(([, path]) => join(webFolder, path ?? '')),
  )
  for (const chunk of chunks) {
    const file = files.find((name) => name.startsWith(`${chunk}-`) && name.endsWith('.js'))
    if (file === undefined) throw new Error(`The built web app has no chunk "${chunk}": name the page's own.`)
    wanted.add(join(assets, file))
  }
  let bytes = 0
  // A set gives what is added while it is walked.
  for (const path of wanted) {
    bytes += sentBytes(path)
    for (const [, name] of readFileSync(path, 'utf8').matchAll(STATIC_IMPORT))
      wanted.add(join(assets, name ?? ''))
  }
  return bytes / KILOBYTE
}

/** The build lays the compressed form beside each script that gets smaller by it. */
function sentBytes(path: string): number {
  return (statSync(`${path}.br`, { throwIfNoEntry: false }) ?? statSync(path)).size
}
