/** Numbers of a vector, as embeddings of a usual size have. */
export const DIMENSIONS = 768
/** Texts that are about the same lie close together. */
const THEMES = 500
/** How far a text lies from its theme, beside how far themes lie from each other. */
const SPREAD = 0.5
const VOCABULARY = 20_000
const WORDS = 24

/** Numbers that look like chance and are the same in every run. */
function createChance(seed: number): { next(): number; normal(): number } {
  let state = (seed ^ 0x9e3779b9) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    normal: () => Math.sqrt(-2 * Math.log(next() + 1e-12)) * Math.cos(2 * Math.PI * next()),
  }
}

function drawVector(seed: number): Float32Array {
  const { normal } = createChance(seed)
  return Float32Array.from({ length: DIMENSIONS }, normal)
}

/** Embeddings of a model lie to one side: all have this in common. */
const common = drawVector(1)
const themes = Array.from({ length: THEMES }, (_, theme) => drawVector(1_000 + theme))

/** The vector of an entry or a question, of unit length: near others of its theme, and of none exactly. */
function makeVector(theme: number, seed: number): Float32Array {
  const { normal } = createChance(seed)
  const centre = themes[theme % THEMES] ?? common
  const vector = Float32Array.from(
    { length: DIMENSIONS },
    (_, at) => (common[at] ?? 0) + (centre[at] ?? 0) + SPREAD * normal(),
  )
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return vector.map((value) => value / length)
}

export const entryVector = (n: number): Float32Array => makeVector(n, 10_000 + n)
export const questionVector = (n: number): Float32Array => makeVector(n * 7, 900_000_000 + n)

/** Words as texts have them: few are frequent, many are rare. */
function drawWords(seed: number, count: number): string {
  const { next } = createChance(seed)
  return Array.from({ length: count }, () => `w${Math.floor(VOCABULARY * next() ** 3)}`).join(' ')
}

/** The text of an entry: its number, by which its vector is known, and words. */
export const entryText = (n: number): string => `entry ${n} ${drawWords(n, WORDS)}`
/** The text of a question. */
export const questionText = (n: number): string => `question ${n} ${drawWords(500_000_000 + n, 6)}`

/** The vector of one of these texts; of any other one, that of the first entry. */
export function vectorOfText(text: string): Float32Array {
  const [, kind, number] = /(entry|question) (\d+)/.exec(text) ?? []
  return kind === 'question' ? questionVector(Number(number)) : entryVector(Number(number ?? 0))
}
