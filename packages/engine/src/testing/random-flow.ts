import type { JsonObject } from '@runnel/contract'
import type { RunPlan } from '@runnel/graph'
import fc from 'fast-check'
import { buildPlan, type TestEdge, type TestStep } from './plan-builder.ts'

/** A random flow as a tree, from which a plan is built. */
type Block =
  | { kind: 'step'; asks: boolean; key: number | undefined }
  | { kind: 'seq'; blocks: Block[] }
  | { kind: 'fork'; arms: Block[]; joined: boolean }
  | { kind: 'choice'; arms: Block[]; chosen: number; joined: boolean }
  | { kind: 'loop'; body: Block; rounds: number; spare: number }
  | { kind: 'iterate'; body: Block; items: number; parallel: number }

/** A line of steps, and a tree of blocks of some depth. */
const createArbitraries = (size: { depthSize: 'small' } | { maxDepth: number }) =>
  fc.letrec<{ flow: Block; line: Block; step: Block }>((tie) => ({
    step: fc.record({
      kind: fc.constant('step' as const),
      asks: fc.boolean(),
      key: fc.option(fc.nat(2), { nil: undefined }),
    }),
    line: fc.record({
      kind: fc.constant('seq' as const),
      blocks: fc.array(tie('step'), { minLength: 1, maxLength: 3 }),
    }),
    flow: fc.oneof(
      { ...size, withCrossShrink: true },
      tie('step'),
      fc.record({
        kind: fc.constant('seq' as const),
        blocks: fc.array(tie('flow'), { minLength: 1, maxLength: 4 }),
      }),
      fc.record({
        kind: fc.constant('fork' as const),
        arms: fc.array(tie('flow'), { minLength: 1, maxLength: 3 }),
        joined: fc.boolean(),
      }),
      fc.record({
        kind: fc.constant('choice' as const),
        arms: fc.array(tie('flow'), { minLength: 1, maxLength: 3 }),
        chosen: fc.nat(3),
        joined: fc.boolean(),
      }),
      fc.record({
        kind: fc.constant('loop' as const),
        body: tie('flow'),
        rounds: fc.integer({ min: 1, max: 3 }),
        spare: fc.integer({ min: 0, max: 1 }),
      }),
      fc.record({
        kind: fc.constant('iterate' as const),
        body: tie('flow'),
        items: fc.nat(3),
        parallel: fc.integer({ min: 1, max: 2 }),
      }),
    ),
  }))

function createFlowArbitrary(size: Parameters<typeof createArbitraries>[0]): fc.Arbitrary<Block> {
  const { line, flow } = createArbitraries(size)
  return fc.tuple(line, flow).map(([head, tail]) => ({ kind: 'seq', blocks: [head, tail] }))
}

/** Random flows of the shapes on which the reference's join rule and ours agree. */
export const flowArbitrary = createFlowArbitrary({ depthSize: 'small' })

/** Such flows of which very many are run: one block inside another, and no more. */
export const smallFlowArbitrary = createFlowArbitrary({ maxDepth: 1 })

const MANY = 100

interface Exit {
  from: string
  branch?: number
}

interface Draft {
  steps: TestStep[]
  edges: TestEdge[]
  counter: { next: number }
}

/** Where a block stands: what the reference can and cannot express there. */
interface Place {
  /** Below a decision, where the reference runs a joined fork twice. */
  afterChoice: boolean
  /** In an arm of a joined choice, where the reference can take plain steps only. */
  plainOnly: boolean
  /** In an iteration that runs items at the same time, where counting across items has no one answer. */
  inParallelItems: boolean
  /** In an arm of a joined fork, where a loop that gives up leaves the reference's join waiting for ever. */
  inJoinedFork: boolean
}

/** Builds the plan of a random flow. */
export function buildRandomPlan(block: Block): RunPlan {
  const draft: Draft = { steps: [], edges: [], counter: { next: 0 } }
  const place: Place = {
    afterChoice: false,
    plainOnly: false,
    inParallelItems: false,
    inJoinedFork: false,
  }
  compile(draft, block, { entries: [], place })
  return buildPlan(draft.steps, draft.edges)
}

interface Spot {
  entries: Exit[]
  place: Place
}

interface Compiled {
  exits: Exit[]
  afterChoice: boolean
}

function add(draft: Draft, type: string, { values = {}, entries, children }: AddedStep): string {
  const id = `${type}_${draft.counter.next}`
  draft.counter.next += 1
  draft.steps.push({ id, type, values, ...(children && { children }) })
  for (const { from, branch } of entries)
    draft.edges.push({ from, to: id, ...(branch !== undefined && { branch }) })
  return id
}

interface AddedStep {
  values?: JsonObject
  entries: Exit[]
  children?: RunPlan
}

function compile(draft: Draft, block: Block, spot: Spot): Compiled {
  const { place } = spot
  switch (block.kind) {
    case 'step':
      return compileStep(draft, block, spot)
    case 'seq':
      return compileSequence(draft, block.blocks, spot)
    case 'fork':
      return place.plainOnly ? passThrough(spot) : compileFork(draft, block, spot)
    case 'choice':
      return place.plainOnly ? passThrough(spot) : compileChoice(draft, block, spot)
    case 'loop':
      return place.plainOnly || place.inParallelItems ? passThrough(spot) : compileLoop(draft, block, spot)
    case 'iterate':
      return compileIteration(draft, block, spot)
    default:
      return block satisfies never
  }
}

function passThrough({ entries, place }: Spot): Compiled {
  return { exits: entries, afterChoice: place.afterChoice }
}

function compileStep(draft: Draft, block: Extract<Block, { kind: 'step' }>, spot: Spot): Compiled {
  const id = `${block.asks ? 'ask' : 'plain'}_${draft.counter.next}`
  const values: JsonObject = {
    ...(block.key !== undefined && { set: { [`k${block.key}`]: id } }),
    ...(block.asks && { prompt: id }),
  }
  add(draft, block.asks ? 'ask' : 'plain', { values, entries: spot.entries })
  return { exits: [{ from: id }], afterChoice: spot.place.afterChoice }
}

function compileSequence(draft: Draft, blocks: Block[], spot: Spot): Compiled {
  let current: Compiled = passThrough(spot)
  for (const [index, block] of blocks.entries()) {
    if (index > 0 && current.exits.length === 0) break
    const place = { ...spot.place, afterChoice: current.afterChoice }
    current = compile(draft, block, { entries: current.exits, place })
  }
  return current
}

function compileArms(draft: Draft, arms: Block[], spots: Spot[]): Compiled[] {
  return arms.map((arm, index) => {
    const spot = spots[index]
    if (!spot) throw new Error('Every arm has a spot.')
    const head = compileStep(draft, { kind: 'step', asks: false, key: undefined }, spot)
    return compileSequence(draft, [arm], { entries: head.exits, place: spot.place })
  })
}

function compileFork(draft: Draft, block: Extract<Block, { kind: 'fork' }>, spot: Spot): Compiled {
  const from = add(draft, 'plain', { entries: spot.entries })
  const arms = compileArms(
    draft,
    block.arms,
    block.arms.map(() => ({
      entries: [{ from }],
      place: { ...spot.place, inJoinedFork: spot.place.inJoinedFork || block.joined },
    })),
  )
  const exits = arms.flatMap((arm) => arm.exits)
  const isJoined = block.joined && !spot.place.afterChoice && arms.every((arm) => arm.exits.length > 0)
  if (!isJoined) return { exits: [], afterChoice: spot.place.afterChoice }
  return {
    exits: [{ from: add(draft, 'plain', { entries: exits }) }],
    afterChoice: arms.some((arm) => arm.afterChoice),
  }
}

function compileChoice(draft: Draft, block: Extract<Block, { kind: 'choice' }>, spot: Spot): Compiled {
  const chosen = block.chosen % block.arms.length
  const fulfilled = block.arms.map((_arm, index) => index === chosen)
  const from = add(draft, 'branch', { values: { fulfilled }, entries: spot.entries })
  const place = { ...spot.place, afterChoice: true, plainOnly: block.joined }
  const arms = compileArms(
    draft,
    block.arms,
    block.arms.map((_arm, branch) => ({ entries: [{ from, branch }], place })),
  )
  if (!block.joined) return { exits: [], afterChoice: true }
  const exits = arms.flatMap((arm) => arm.exits)
  return { exits: [{ from: add(draft, 'plain', { entries: exits }) }], afterChoice: true }
}

/** A counter, the body, then a branch: back through a loop step until the rounds are over. */
function compileLoop(draft: Draft, block: Extract<Block, { kind: 'loop' }>, spot: Spot): Compiled {
  const key = `c${draft.counter.next}`
  const target = add(draft, 'count', { values: { key }, entries: spot.entries })
  const body = compile(draft, block.body, { entries: [{ from: target }], place: spot.place })
  if (body.exits.length === 0) return { exits: [], afterChoice: true }
  const rows = block.rounds + 1
  const branch = add(draft, 'branch', { values: { key, rows }, entries: body.exits })
  const back = Array.from({ length: block.rounds }, (_, index) => ({ from: branch, branch: index }))
  const max = spot.place.inJoinedFork ? MANY : block.rounds + block.spare
  add(draft, 'loop', { values: { target, max }, entries: back })
  return { exits: [{ from: branch, branch: block.rounds }], afterChoice: true }
}

function compileIteration(draft: Draft, block: Extract<Block, { kind: 'iterate' }>, spot: Spot): Compiled {
  const inner: Draft = { steps: [], edges: [], counter: draft.counter }
  const place = {
    ...spot.place,
    afterChoice: false,
    plainOnly: false,
    inParallelItems: spot.place.inParallelItems || block.parallel > 1,
  }
  const head = compileStep(inner, { kind: 'step', asks: false, key: undefined }, { entries: [], place })
  compile(inner, block.body, { entries: head.exits, place })
  const items = Array.from({ length: block.items }, (_, index) => index)
  const id = add(draft, 'iterate', {
    values: { items, parallel: block.parallel },
    entries: spot.entries,
    children: buildPlan(inner.steps, inner.edges),
  })
  return { exits: [{ from: id }], afterChoice: spot.place.afterChoice }
}

/** Random graphs without loops: any step may have any earlier steps before it, on any of their branches. */
export const graphArbitrary: fc.Arbitrary<RunPlan> = fc
  .array(
    fc.record({
      branches: fc.option(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(2)), { nil: undefined }),
      before: fc.array(fc.tuple(fc.nat(20), fc.nat(2)), { minLength: 1, maxLength: 3 }),
      key: fc.option(fc.nat(2), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((nodes) => {
    const steps = nodes.map(({ branches, key }, index): TestStep => {
      const id = `n${index}`
      const set = key === undefined ? {} : { set: { [`k${key}`]: id } }
      if (!branches) return { id, type: 'plain', values: set }
      const [rows, chosen] = branches
      const fulfilled = Array.from({ length: rows }, (_, row) => row === chosen)
      return { id, type: 'branch', values: { fulfilled, ...set } }
    })
    const edges = nodes.flatMap(({ before }, index) =>
      index === 0
        ? []
        : before.map(([from, branch]) => createRandomEdge(nodes, from % index, { branch, to: index })),
    )
    return buildPlan(steps, [...new Map(edges.map((edge) => [JSON.stringify(edge), edge])).values()])
  })

function createRandomEdge(
  nodes: { branches: [number, number] | undefined }[],
  from: number,
  { branch, to }: { branch: number; to: number },
): TestEdge {
  const rows = nodes[from]?.branches?.[0]
  return { from: `n${from}`, to: `n${to}`, ...(rows !== undefined && { branch: branch % rows }) }
}
