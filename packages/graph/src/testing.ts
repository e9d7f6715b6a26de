import type { FindDefinition, NodeDefinition } from '@runnel/contract'
import { AGENT_DEFINITIONS } from './testing/agent-step-definitions.ts'
import { CHAT_DEFINITIONS } from './testing/chat-definitions.ts'

export { AGENT_DEFINITIONS } from './testing/agent-step-definitions.ts'
export { CHAT_DEFINITIONS, makeDefinition } from './testing/chat-definitions.ts'
export { makeAnchorEdge, makeControlEdge, makeDocument, makeNode } from './testing/make-document.ts'

/** A small catalogue modelled on the reference's, for tests of every room. */
export const TEST_DEFINITIONS: readonly NodeDefinition[] = [...CHAT_DEFINITIONS, ...AGENT_DEFINITIONS]

const byName = new Map(TEST_DEFINITIONS.map((definition) => [definition.name, definition]))

/** Finds a definition of the tests' catalogue. */
export const findTestDefinition: FindDefinition = (type) => byName.get(type)
