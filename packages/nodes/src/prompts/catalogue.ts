import type { NodeType } from '@runnel/node-kit'
import { chatPromptTemplate } from './chat-prompt-template/definition.ts'
import { fewShotPromptTemplate } from './few-shot-prompt-template/definition.ts'
import { promptLangFuse } from './prompt-lang-fuse/definition.ts'
import { promptTemplate } from './prompt-template/definition.ts'

/** Prompts, in the order in which menus show them. */
export const prompts: readonly NodeType[] = [
  promptTemplate,
  chatPromptTemplate,
  fewShotPromptTemplate,
  promptLangFuse,
]
