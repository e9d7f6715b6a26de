import type { EdgeRole, FindDefinition, FlowNode } from '@runnel/contract'
import { branchesOf, IN_ANCHOR, OUT_ANCHOR } from '../definitions/branches-of.ts'
import { findEdgeRole, roleOfInputType } from '../definitions/edge-role.ts'
import { isAgentFlowNode } from '../definitions/flow-family.ts'
import { readForeignDefinition, splitTypes } from '../definitions/foreign-definition.ts'
import {
  chosenOutput,
  classesOfOutput,
  findSourceHandle,
  findTargetHandle,
  type NodeWithDefinition,
  parseHandle,
  readSourceAnchor,
} from './handles.ts'

/** One end of an edge: the anchor, whether the node declares it, and the handle where it must be kept. */
export interface EdgeEnd {
  anchor: string
  found: 'declared' | 'guessed' | 'undeclared' | 'missing'
  handle?: string
}

/** A node at the end of an edge; `isForeign` when its definition is the one that came with it. */
export interface EndNode extends NodeWithDefinition {
  isForeign: boolean
  /** The type that it came with, which the handles of its edges still name. */
  formerType?: string
}

function keepHandle(end: EdgeEnd, handle: string, written: string | undefined): EdgeEnd {
  return handle === written ? end : { ...end, handle }
}

function readMissingSource(end: EndNode): EdgeEnd {
  if (!isAgentFlowNode(end.definition)) {
    return { anchor: chosenOutput(end.node, end.definition), found: 'guessed' }
  }
  const hasBranches = branchesOf(end.node, end.definition).length > 0
  return { anchor: OUT_ANCHOR, found: hasBranches ? 'missing' : 'guessed' }
}

/**
 * The only output of a node is named as its type, here as the one that it came with; where its successor has several, it
 * is the first, as it is of a node that chooses none.
 */
function readFormerAnchor({ definition, formerType }: EndNode, handle: string): string | undefined {
  const isFormer = formerType !== undefined && parseHandle(handle, 'output')?.name === formerType
  return isFormer ? (definition.outputs?.[0]?.name ?? definition.name) : undefined
}

/** Reads the source end of a wire edge; `end` is undefined for a node that is not there. */
export function readSourceEnd(end: EndNode | undefined, handle: string | undefined): EdgeEnd {
  if (handle === undefined) return end ? readMissingSource(end) : { anchor: OUT_ANCHOR, found: 'missing' }
  const anchor = end && (readSourceAnchor(end, handle) ?? readFormerAnchor(end, handle))
  if (end && anchor !== undefined) {
    const found: EdgeEnd = { anchor, found: 'declared' }
    return end.isForeign ? keepHandle(found, handle, findSourceHandle(end, anchor)) : found
  }
  return { anchor: parseHandle(handle, 'output')?.name ?? OUT_ANCHOR, found: 'undeclared', handle }
}

function readMissingTarget(end: EndNode, source: EndNode | undefined, sourceAnchor: string): EdgeEnd {
  if (isAgentFlowNode(end.definition)) return { anchor: IN_ANCHOR, found: 'guessed' }
  const output = source?.definition.outputs?.find((candidate) => candidate.name === sourceAnchor)
  const classes = source ? classesOfOutput(source.definition, output) : []
  const [only, ...others] = end.definition.inputs.filter((input) =>
    splitTypes(input.type).some((type) => classes.includes(type)),
  )
  if (!only || others.length > 0) return { anchor: IN_ANCHOR, found: 'missing' }
  return { anchor: only.name, found: 'guessed' }
}

/** What is known of an edge when its target end is read. */
export interface TargetContext {
  source: EndNode | undefined
  sourceAnchor: string
}

/** Reads the target end of a wire edge; `end` is undefined for a node that is not there. */
export function readTargetEnd(
  end: EndNode | undefined,
  handle: string | undefined,
  { source, sourceAnchor }: TargetContext,
): EdgeEnd {
  if (handle === undefined) {
    return end ? readMissingTarget(end, source, sourceAnchor) : { anchor: IN_ANCHOR, found: 'missing' }
  }
  const anchor = parseHandle(handle, 'input')?.name ?? IN_ANCHOR
  const written = end && findTargetHandle(end, anchor)
  if (!end || written === undefined) return { anchor, found: 'undeclared', handle }
  const found: EdgeEnd = { anchor, found: 'declared' }
  return end.isForeign ? keepHandle(found, handle, written) : found
}

/** The role of an edge: as its target declares it, else as the handle tells, else by the source's family. */
export function roleOfWireEdge(
  end: EndNode | undefined,
  anchor: string,
  handle: string | undefined,
): EdgeRole {
  const declared = end && findEdgeRole(end.definition, anchor)
  if (declared) return declared
  if (anchor === IN_ANCHOR) return 'sequence'
  return roleOfInputType((handle === undefined ? undefined : parseHandle(handle, 'input')?.types) ?? '')
}

/** A node with the definition that it is read and written by: the catalogue's, else the one that came with it. */
export function makeEndNode(node: FlowNode, find: FindDefinition): EndNode {
  const known = find(node.type)
  if (known) return { node, definition: known, isForeign: false }
  return { node, definition: readForeignDefinition(node.type, node.foreignDefinition ?? {}), isForeign: true }
}
