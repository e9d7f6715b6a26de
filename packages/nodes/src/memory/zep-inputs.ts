import type { InputDefinition } from '@runnel/contract'

const text = (name: string, label: string, rest: Partial<InputDefinition>): InputDefinition => ({
  label,
  name,
  type: 'string',
  ...rest,
  additionalParams: true,
  optional: true,
})

/** What Zep calls those who speak, and names that only the chains of Flowise know. */
export const zepInputs: InputDefinition[] = [
  text('aiPrefix', 'AI Prefix', { default: 'ai', description: 'What Zep calls the model' }),
  text('humanPrefix', 'Human Prefix', { default: 'human', description: 'What Zep calls the person' }),
  text('inputKey', 'Input Key', { default: 'input', description: 'Kept for imported flows' }),
  text('outputKey', 'Output Key', { default: 'text', description: 'Kept for imported flows' }),
]
