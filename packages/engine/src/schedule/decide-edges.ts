import type { PlanEdge } from '@runnel/graph'
import { compareInstances, comparePlaces } from './compare-places.ts'
import { findHoldingLoops } from './held-joins.ts'
import type { ScheduleState } from './schedule-state.ts'
import type { EdgeInstance, StepInstance, StepPlace } from './step-instance.ts'

/** Decides the edges of a step that is done, in the order of its edges. Dead branches propagate at once. */
export function decideOutgoing(
  state: ScheduleState,
  instance: StepInstance,
  fires: (edge: PlanEdge) => boolean,
): void {
  const depth = (instance.place?.depth ?? 0) + 1
  for (const link of inOrder(instance.outgoing)) {
    const place = { decider: instance, depth, route: [link.index] }
    decideEdge(state, link, { decision: fires(link.edge) ? 'fired' : 'dead', place })
  }
}

/** Makes a step ready, at its place in step order. */
export function settleReady(state: ScheduleState, target: StepInstance, place: StepPlace): void {
  target.status = 'ready'
  target.place = place
  let index = state.ready.length
  for (; index > 0; index -= 1) {
    const before = state.ready[index - 1]
    if (before && compareInstances(before, target) <= 0) break
  }
  state.ready.splice(index, 0, target)
}

/** The later of places. */
export function latestPlace(places: (StepPlace | undefined)[]): StepPlace {
  let last: StepPlace = { decider: undefined, depth: 0, route: [] }
  for (const place of places) {
    if (place && comparePlaces(place, last) > 0) last = place
  }
  return last
}

interface EdgeDecision {
  decision: 'fired' | 'dead'
  place: StepPlace
}

function decideEdge(state: ScheduleState, link: EdgeInstance, { decision, place }: EdgeDecision): void {
  if (link.decision !== 'open') return
  link.decision = decision
  link.place = place
  const { target } = link
  target.openEdges -= 1
  if (target.openEdges > 0 || target.status !== 'open') return
  const last = latestPlace(target.incoming.map((incoming) => incoming.place))
  if (!isAlive(target)) settleDead(state, target, last)
  else if (findHoldingLoops(state, target).length === 0) settleReady(state, target, last)
  else {
    target.status = 'held'
    state.held.push(target)
  }
}

/** At least one control edge fired, and no value that the step needs is missing. */
function isAlive(target: StepInstance): boolean {
  const control = target.incoming.filter((link) => link.edge.role === 'sequence')
  const values = target.incoming.filter((link) => link.edge.role === 'value')
  if (values.some((link) => link.decision === 'dead')) return false
  return control.length === 0 || control.some((link) => link.decision === 'fired')
}

function settleDead(state: ScheduleState, target: StepInstance, place: StepPlace): void {
  target.status = 'dead'
  target.place = place
  for (const link of inOrder(target.outgoing)) {
    const further = { ...place, route: [...place.route, link.index] }
    decideEdge(state, link, { decision: 'dead', place: further })
  }
}

function inOrder(links: EdgeInstance[]): EdgeInstance[] {
  return links.length < 2 ? links : links.toSorted((a, b) => a.index - b.index)
}
