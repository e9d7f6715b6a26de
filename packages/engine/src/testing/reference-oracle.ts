import type { JsonObject, JsonValue } from '@runnel/contract'
import type { PlanStep, RunPlan } from '@runnel/graph'

/** What the flow inside of random plans answers, and what a synthetic `subflow` step makes of it. */
const FLOW_CONTENT = 're:second'
const SUBFLOW_CONTENT = `sub:${FLOW_CONTENT}`

/** What the oracle says of a run. */
interface OracleResult {
  /** Node ids in the order in which the queue runs them, children of iterations in front of their container. */
  order: string[]
  state: JsonObject
  answer: string
}

/** How a node with several predecessors waits: by the reference's groups, or until every edge is decided. */
type JoinRule = 'reference' | 'decided'

/**
 * The reference's queue engine (`engine.md` 3.3, 3.5, 3.7) as plainly as it can be told: one queue, one node at a
 * time, no journal, for the synthetic nodes only. Shares no code with the engine.
 */
export function runOracle(plan: RunPlan, rule: JoinRule, startState: JsonObject = {}): OracleResult {
  const queue = [...plan.starts]
  const joins = rule === 'reference' ? createGroupJoins(plan) : createDecidedJoins(plan)
  const loops = new Map<string, number>()
  const order: string[] = []
  let state = startState
  let answer = ' '
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    const step = getStep(plan, id)
    const ran = runNode(step, rule, state)
    state = ran.state
    answer = ran.content
    order.push(...ran.children, id)
    if (step.node.type === 'loop') {
      const count = (loops.get(id) ?? 0) + 1
      loops.set(id, count)
      if (count < Number(step.node.values.max)) queue.push(String(step.node.values.target))
      else answer = String(step.node.values.fallback ?? 'enough')
    } else queue.push(...joins.follow(step, ran.chosen))
  }
  return { order, state, answer: answer === '' ? ' ' : answer }
}

interface NodeRun {
  content: string
  state: JsonObject
  chosen: number | undefined
  children: string[]
}

function runNode({ node, children }: PlanStep, rule: JoinRule, state: JsonObject): NodeRun {
  const set = node.values.set as JsonObject | undefined
  const plain = { content: node.id, state: { ...state, ...set }, chosen: undefined, children: [] }
  switch (node.type) {
    case 'count': {
      const key = String(node.values.key)
      const count = Number(state[key] ?? 0) + 1
      return { ...plain, content: `${node.id}:${count}`, state: { ...state, [key]: count } }
    }
    case 'ask':
      return { ...plain, content: `re:${String(node.values.prompt)}` }
    case 'branch':
      return { ...plain, chosen: choose(node.values, state) }
    case 'human':
      return { ...plain, content: 'proceed', state }
    case 'crew':
      return { ...plain, content: tellCrew(node.values.tools as JsonObject[]), state }
    case 'subflow':
      return { ...plain, content: SUBFLOW_CONTENT, state }
    case 'iterate':
      return runItems(node.values.items as JsonValue[], { plan: children, rule, state })
    case 'loop':
      return { ...plain, content: 'back' }
    default:
      return plain
  }
}

/** What a synthetic `crew` gives when everybody agrees. */
function tellCrew(tools: JsonObject[]): string {
  const said = tools.map((tool, index) => {
    if (tool.broken === true) return 'tool broke'
    if (tool.flow) return FLOW_CONTENT
    return tool.ask === true ? `${tool.name}:proceed` : `ran:${tool.name} {"n":${index}}`
  })
  return said.join(' ')
}

function choose(values: JsonObject, state: JsonObject): number {
  const fulfilled = values.fulfilled as boolean[] | undefined
  if (fulfilled) return fulfilled.includes(true) ? fulfilled.indexOf(true) : fulfilled.length - 1
  return Number(state[String(values.key)] ?? 0) % Number(values.rows)
}

function runItems(
  items: JsonValue[],
  { plan, rule, state }: { plan: RunPlan | undefined; rule: JoinRule; state: JsonObject },
): NodeRun {
  if (!plan) throw new Error('An iteration of a test plan has no children.')
  let current = state
  const contents: string[] = []
  const children: string[] = []
  for (const _item of items) {
    const inner = runOracle(plan, rule, current)
    current = inner.state
    contents.push(inner.answer)
    children.push(...inner.order)
  }
  return { content: contents.join('\n'), state: current, chosen: undefined, children }
}

interface Joins {
  /** The nodes that enter the queue when a step is done; `chosen` is the branch taken. */
  follow(step: PlanStep, chosen: number | undefined): string[]
}

/** `engine.md` 3.5: every unconditional predecessor, and one of each conditional group. */
function createGroupJoins(plan: RunPlan): Joins {
  const waiting = new Map<string, Set<string>>()
  return {
    follow: (step, chosen) => {
      const ready: string[] = []
      for (const edge of step.outgoing) {
        if (chosen !== undefined && edge.branchIndex !== chosen) continue
        const received = waiting.get(edge.target) ?? new Set()
        received.add(step.node.id)
        waiting.set(edge.target, received)
        if (!isComplete(plan, edge.target, received)) continue
        waiting.delete(edge.target)
        ready.push(edge.target)
      }
      return ready
    },
  }
}

function isComplete(plan: RunPlan, target: string, received: Set<string>): boolean {
  const groups = new Map<string, string[]>()
  for (const { source } of getStep(plan, target).incoming) {
    const group = findGroup(plan, source) ?? `alone ${source}`
    groups.set(group, [...(groups.get(group) ?? []), source])
  }
  return [...groups.values()].every((sources) => sources.some((source) => received.has(source)))
}

function findGroup(plan: RunPlan, id: string): string | undefined {
  const step = getStep(plan, id)
  if (step.node.type === 'branch') return id
  const before = step.incoming[0]
  return before && findGroup(plan, before.source)
}

/** A node is ready when all its edges are decided and one fired; a dead node kills its edges in turn. */
function createDecidedJoins(plan: RunPlan): Joins {
  const edges = new Map<string, boolean>()
  const decide = (step: PlanStep, fires: (index: number) => boolean): string[] =>
    step.outgoing.flatMap((edge) => {
      edges.set(edge.id, fires(edge.branchIndex))
      const target = getStep(plan, edge.target)
      if (!target.incoming.every((other) => edges.has(other.id))) return []
      const isAlive = target.incoming.some((other) => edges.get(other.id) === true)
      return isAlive ? [edge.target] : decide(target, () => false)
    })
  return { follow: (step, chosen) => decide(step, (index) => chosen === undefined || index === chosen) }
}

function getStep(plan: RunPlan, id: string): PlanStep {
  const step = plan.steps.get(id)
  if (!step) throw new Error(`The test plan has no step "${id}".`)
  return step
}
