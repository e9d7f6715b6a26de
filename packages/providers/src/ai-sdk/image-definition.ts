import type { InputDefinition, NodeDefinition } from '@runnel/contract'
import { modelInput } from './chat-inputs.ts'

/** What is a vendor's own in the definition of its image models. */
export interface ImageModelFacts {
  /** Stored names: node, class and credential type never change. */
  name: string
  type: string
  credentialName: string
  label: string
  description: string
  inputs: InputDefinition[]
  isCredentialOptional?: boolean
  /** Params that say where the key and the texts go. */
  sendsCredentialTo?: string[]
  icon?: string
}

/** The definition of a node that draws pictures. */
export function imageModelDefinition(facts: ImageModelFacts): NodeDefinition {
  const { name, type, credentialName, label, description, inputs } = facts
  const { isCredentialOptional, sendsCredentialTo = [], icon = 'IconPhoto' } = facts
  return {
    name,
    label,
    version: 1,
    type,
    icon,
    category: 'Image Models',
    description,
    baseClasses: [type, 'BaseImageModel'],
    kind: 'component',
    effects: 'none',
    provides: ['imageModel'],
    concepts: ['images'],
    ...(sendsCredentialTo.length > 0 ? { sendsCredentialTo } : {}),
    credential: {
      label: 'Connect Credential',
      name: 'credential',
      type: 'credential',
      credentialNames: [credentialName],
      ...(isCredentialOptional ? { optional: true } : {}),
    },
    inputs: [...inputs, imageTimeoutInput],
  }
}

const imageTimeoutInput: InputDefinition = {
  label: 'Timeout',
  name: 'timeout',
  type: 'number',
  step: 1,
  min: 1,
  description: 'How long one picture may take, in milliseconds: five minutes when empty, ten at most',
  optional: true,
  additionalParams: true,
}

/** The model that draws: one of a list, or any other that is typed in. */
export const imageModelInput = (initial: string): InputDefinition => modelInput({ lists: true, initial })

/** How large a picture is, in pixels: one of a list, or any other that is typed in. */
export const sizeInput: InputDefinition = {
  label: 'Size',
  name: 'size',
  type: 'asyncOptions',
  loadMethod: 'listSizes',
  freeSolo: true,
  overridable: true,
  placeholder: '1024x1024',
  description: 'Width and height in pixels; the model chooses when it is empty',
  optional: true,
}

/** How wide a picture is for its height: one of a list, or any other that is typed in. */
export const aspectRatioInput: InputDefinition = {
  label: 'Aspect Ratio',
  name: 'aspectRatio',
  type: 'asyncOptions',
  loadMethod: 'listRatios',
  freeSolo: true,
  overridable: true,
  placeholder: '16:9',
  description: 'Width to height; the model chooses when it is empty',
  optional: true,
}

/** A choice among words of the vendor. */
export const imageOptionInput = (facts: {
  label: string
  name: string
  words: readonly string[]
  description: string
}): InputDefinition => ({
  label: facts.label,
  name: facts.name,
  type: 'options',
  options: facts.words.map((word) => ({ label: word, name: word })),
  overridable: true,
  description: facts.description,
  optional: true,
  additionalParams: true,
})

/** The number with which a model begins, so that it draws the same again. */
export const seedInput: InputDefinition = {
  label: 'Seed',
  name: 'seed',
  type: 'number',
  step: 1,
  overridable: true,
  description: 'The same number draws the same picture of the same text, where the model can',
  optional: true,
  additionalParams: true,
}
