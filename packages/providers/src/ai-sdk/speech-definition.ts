import type { InputDefinition, NodeDefinition } from '@runnel/contract'

/** What is a vendor's own in the definition of its speech. */
export interface SpeechFacts {
  /** The name under which a flow's settings keep it; it never changes. */
  name: string
  label: string
  description: string
  credentialName: string
  inputs: InputDefinition[]
  isCredentialOptional?: boolean
  /** Params that say where the key and what is said go. */
  sendsCredentialTo?: string[]
  icon?: string
}

const CATEGORIES = { speechToText: 'SpeechToText', textToSpeech: 'TextToSpeech' } as const

/** The definition of a service that writes speech down, or reads texts out: chosen in the settings of a flow, not drawn. */
export function speechDefinition(setting: keyof typeof CATEGORIES, facts: SpeechFacts): NodeDefinition {
  const { name, label, description, credentialName, inputs } = facts
  const { isCredentialOptional, sendsCredentialTo = [], icon } = facts
  return {
    name,
    label,
    version: 1,
    type: name,
    icon: icon ?? (setting === 'speechToText' ? 'IconMicrophone' : 'IconVolume'),
    category: CATEGORIES[setting],
    description,
    baseClasses: [name],
    kind: 'component',
    effects: 'read',
    settingOf: setting,
    provides: [setting],
    ...(sendsCredentialTo.length > 0 ? { sendsCredentialTo } : {}),
    credential: {
      label: 'Connect Credential',
      name: 'credential',
      type: 'credential',
      credentialNames: [credentialName],
      ...(isCredentialOptional ? { optional: true } : {}),
    },
    inputs,
  }
}

/** Params that services of speech have in common, under the reference's names. */

export const languageInput: InputDefinition = {
  label: 'Language',
  name: 'language',
  type: 'string',
  description: 'The language that is spoken, as a code such as en; left empty it is found out',
  placeholder: 'en',
  optional: true,
}

export const hintInput: InputDefinition = {
  label: 'Prompt',
  name: 'prompt',
  type: 'string',
  rows: 4,
  description: 'Names and words that may come up, in the language that is spoken',
  optional: true,
}

export const hearingTemperatureInput: InputDefinition = {
  label: 'Temperature',
  name: 'temperature',
  type: 'number',
  step: 0.1,
  min: 0,
  max: 1,
  description: 'From 0 to 1: a higher number lets the model guess more freely',
  optional: true,
}

/** The voice that reads; other names than those listed can be typed in. */
export const voiceInput = (initial: string): InputDefinition => ({
  label: 'Voice',
  name: 'voice',
  type: 'asyncOptions',
  loadMethod: 'listVoices',
  freeSolo: true,
  ...(initial === '' ? {} : { default: initial }),
})
