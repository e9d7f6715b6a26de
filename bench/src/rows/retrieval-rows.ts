import type { BenchContext } from '../bench-context.ts'
import { percentile } from '../figures/percentile.ts'
import { readResidentMegabytes } from '../machine/read-resident-megabytes.ts'
import { setUpInstallation } from '../product/set-up-installation.ts'
import { askVectors, fillVectors, K, PER_LOADER, QUESTIONS } from '../product/vector-store.ts'
import { findNearest, openVectors } from '../rivals/nearest-vectors.ts'
import { askVectorRivals } from '../rivals/vectors/ask-vector-rivals.ts'
import { questionVector } from '../vendor/known-vectors.ts'

const ENTRIES = 100_000

/** The search of the embedded store at 100,000 × 768 on SQLite: how quick, and how much of what comparing all finds. */
export async function measureRetrieval(bench: BenchContext) {
  const server = await bench.start(bench.newDataDir(), { watchesHolds: true })
  const installation = await setUpInstallation(server.origin)
  const filled = await fillVectors(bench, installation, ENTRIES)
  const vectors = openVectors(ENTRIES)
  const known = Array.from({ length: QUESTIONS }, (_, n) => findNearest(vectors, questionVector(n), K))
  const near: number[] = []
  const both: number[] = []
  const filtered: number[] = []
  const recalls: number[] = []
  const paces: number[] = []
  let longestHold = 0
  for (let run = 0; run < bench.options.repeat; run++) {
    const { found, pace } = await bench.withPace(async () => {
      await server.readLongestHold()
      const byMeaning = await askVectors(installation, filled, { searchType: 'similarity' })
      const byBoth = await askVectors(installation, filled, { searchType: 'hybrid' })
      const byFilter = await askVectors(installation, filled, { searchType: 'similarity', filter: RARE })
      return { byMeaning, byBoth, byFilter, hold: await server.readLongestHold() }
    })
    near.push(percentile(found.byMeaning.times, 95))
    both.push(percentile(found.byBoth.times, 95))
    filtered.push(percentile(found.byFilter.times, 95))
    if (!found.byFilter.found.flat().every(isRare)) throw new Error('The filter let pass what it should not.')
    recalls.push(100 * recallOf(found.byMeaning.found, known))
    paces.push(pace)
    longestHold = Math.max(longestHold, found.hold)
  }
  const resident = readResidentMegabytes(server.pid)
  await server.stop()
  const rivals = await askVectorRivals({
    entries: ENTRIES,
    questions: QUESTIONS,
    nearest: K,
    root: bench.options.root,
    newFolder: bench.newDataDir,
    recallOf: (found) => recallOf(found, known),
  })
  const scan = known.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / QUESTIONS
  return {
    retrieval: {
      samples: near,
      beside: paces,
      longestHold,
      others: [...rivals, `comparing all in plain JavaScript ${scan.toFixed(0)} ms`].join('; '),
      note: `p95 of ${QUESTIONS} questions over HTTP, with the embedding of the question; others in their own process, without either; ${resident.toFixed(0)} MB resident`,
    },
    retrievalRecall: { samples: recalls },
    retrievalHybrid: { samples: both, beside: paces },
    retrievalFiltered: { samples: filtered, beside: paces },
    insertChunks: {
      samples: [PER_LOADER / filled.firstSeconds],
      beside: [filled.pace],
      note: 'the first 10,000; the vendor, in a process of its own, made its answers before',
    },
  }
}

/** Lets pass one entry of a hundred: the first lines of each loader. */
const RARE = { 'loc.lines.from': { $lte: PER_LOADER / 100 } }
const isRare = (entry: number) => entry % PER_LOADER < PER_LOADER / 100

/** Of what comparing all finds, what was found; what is just as near counts too. */
function recallOf(found: readonly number[][], known: readonly { entries: number[] }[]): number {
  const shares = known.map(({ entries }, n) => {
    const there = new Set(found[n])
    return entries.filter((entry) => there.has(entry)).length / entries.length
  })
  return shares.reduce((sum, share) => sum + share, 0) / shares.length
}
