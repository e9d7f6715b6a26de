import { execFileSync } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { API_PREFIX } from '@runnel/contract'
import type { BenchContext } from '../bench-context.ts'
import { median } from '../figures/percentile.ts'
import { openTimedCaller, type TimedAnswer, type TimedCaller } from '../load/timed-request.ts'
import { setUpInstallation } from '../product/set-up-installation.ts'

const TYPES = 300
const AGAIN = 50
const KILOBYTE = 1_000

/** The catalogue at the size that it will have. */
export async function measureNodes(bench: BenchContext) {
  const dist = await buildWithManyTypes(bench)
  const first: number[] = []
  const again: number[] = []
  const paces: number[] = []
  let note = ''
  for (let run = 0; run < bench.options.repeat; run++) {
    const { found, pace } = await bench.withPace(() => takeRound(bench, dist))
    first.push(found.first)
    again.push(found.again)
    paces.push(pace)
    note = found.note
  }
  return {
    nodesFirst: { samples: first, beside: paces, note },
    nodesAgain: { samples: again, beside: paces },
  }
}

async function takeRound(bench: BenchContext, dist: string) {
  const server = await bench.start(bench.newDataDir(), { dist })
  const { headers } = await setUpInstallation(server.origin)
  const caller = openTimedCaller()
  // The connection is there, as a browser's is; the catalogue was asked for by nobody.
  await caller.ask(`${server.origin}${API_PREFIX}/ping`)
  const found = await askTwice(caller, `${server.origin}${API_PREFIX}/nodes`, headers)
  caller.close()
  await server.stop()
  return found
}

async function askTwice(caller: TimedCaller, url: string, key: Record<string, string>) {
  const headers = { ...key, 'accept-encoding': 'gzip, br' }
  const answer = await caller.ask(url, { headers })
  const count = countTypes(answer)
  if (count < TYPES) throw new Error(`The catalogue holds ${count} types.`)
  const tag = answer.headers.etag
  const known = tag === undefined ? {} : { 'if-none-match': String(tag) }
  const times: number[] = []
  let status = 0
  for (let n = 0; n < AGAIN; n++) {
    const next = await caller.ask(url, { headers: { ...headers, ...known } })
    times.push(next.milliseconds)
    status = next.status
  }
  const size = `${count} types, ${(answer.body.length / KILOBYTE).toFixed(0)} kB as sent`
  return {
    first: answer.milliseconds,
    again: median(times),
    note: `${size}; ${tag === undefined ? 'without ETag' : 'with ETag'}, again ${status}`,
  }
}

function countTypes({ headers, body }: TimedAnswer): number {
  const coding = headers['content-encoding']
  const text = coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body
  return (JSON.parse(text.toString()) as unknown[]).length
}

/** The same sources bundled the same way, with the catalogue filled up: the product has no door for it. */
async function buildWithManyTypes({ dist, options }: BenchContext): Promise<string> {
  const folder = `${dist}-many-types`
  const program = join(options.root, 'scripts/build-with-many-types.ts')
  execFileSync(process.execPath, [program, join(folder, 'server'), String(TYPES)], {
    cwd: options.root,
    stdio: 'pipe',
  })
  await cp(join(dist, 'web'), join(folder, 'web'), { recursive: true })
  return folder
}
