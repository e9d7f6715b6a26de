import type { NodeType } from '@runnel/node-kit'
import { inputModerationOpenAI } from './input-moderation-open-ai/definition.ts'
import { inputModerationSimple } from './input-moderation-simple/definition.ts'

/** Moderations, in the order in which menus show them. */
export const moderations: readonly NodeType[] = [inputModerationSimple, inputModerationOpenAI]
