import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** How a bench is run. */
export interface BenchOptions {
  /** How often each figure is taken; the median counts. */
  runs: number
  /** How long each load lasts, in seconds. */
  seconds: number
  /** Names of groups of rows; all when empty. */
  only: readonly string[]
  /** The production build: `server/` and `web/`. */
  dist: string
  /** The checkout whose install and release are weighed. */
  root: string
}

const USUAL_RUNS = 3
const USUAL_SECONDS = 4

/**
 * Reads the command line: `--quick` (each figure once), `--runs=N`, `--seconds=N`, `--only=start,load`,
 * `--dist=FOLDER`.
 * @throws Error naming an option that is unknown or no number.
 */
export function readOptions(args: string[], root: string): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      runs: { type: 'string' },
      seconds: { type: 'string' },
      only: { type: 'string' },
      dist: { type: 'string' },
    },
  })
  return {
    runs: values.quick ? 1 : readCount('runs', values.runs, USUAL_RUNS),
    seconds: readCount('seconds', values.seconds, USUAL_SECONDS),
    only: (values.only ?? '').split(',').filter((name) => name !== ''),
    dist: values.dist ?? join(root, 'dist'),
    root,
  }
}

function readCount(name: string, text: string | undefined, usual: number): number {
  if (text === undefined) return usual
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1)
    throw new Error(`--${name}=${text} must be a whole number from 1.`)
  return count
}
