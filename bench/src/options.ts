import { join } from 'node:path'
import { parseArgs } from 'node:util'

/** How a bench is run. */
export interface BenchOptions {
  /** How often each figure is taken; the median counts. */
  repeat: number
  /** How long each load lasts, in seconds. */
  seconds: number
  /** Texts that name rows; all rows when empty. */
  rows: readonly string[]
  /** How many processes the longer command kills in each layout; undefined: the table is made. */
  kills: number | undefined
  /** How many minutes of mixed load the other longer command puts on a server; undefined: it is not that. */
  soak: number | undefined
  /** Another production build, beside which this one is asked in turns; undefined: it is not that. */
  against: string | undefined
  /** Layouts of the longer command, by name; all when empty. */
  layouts: readonly string[]
  /** The production build: `server/` and `web/`. */
  dist: string
  /** The checkout whose install and release are weighed. */
  root: string
}

const USUAL_REPEAT = 3
const USUAL_SECONDS = 4

/**
 * Reads the command line: `--quick` (each figure once), `--repeat=N`, `--seconds=N`, `--rows=start,canvas`,
 * `--dist=FOLDER`; `--kills=N` with `--layouts=a,b`, `--soak=MINUTES` or `--against=FOLDER` for the other commands.
 * @throws Error naming an option that is unknown or no number.
 */
export function readOptions(args: string[], root: string): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      repeat: { type: 'string' },
      seconds: { type: 'string' },
      rows: { type: 'string' },
      kills: { type: 'string' },
      layouts: { type: 'string' },
      soak: { type: 'string' },
      against: { type: 'string' },
      dist: { type: 'string' },
    },
  })
  return {
    repeat: values.quick ? 1 : readCount('repeat', values.repeat, USUAL_REPEAT),
    seconds: readCount('seconds', values.seconds, USUAL_SECONDS),
    rows: readList(values.rows),
    kills: values.kills === undefined ? undefined : readCount('kills', values.kills, 0),
    soak: values.soak === undefined ? undefined : readCount('soak', values.soak, 0),
    against: values.against,
    layouts: readList(values.layouts),
    dist: values.dist ?? join(root, 'dist'),
    root,
  }
}

function readList(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

function readCount(name: string, text: string | undefined, usual: number): number {
  if (text === undefined) return usual
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1)
    throw new Error(`--${name}=${text} must be a whole number from 1.`)
  return count
}
