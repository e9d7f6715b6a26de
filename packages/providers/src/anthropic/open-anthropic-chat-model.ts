import { createAnthropic } from '@ai-sdk/anthropic'
import type { OpenChatModel } from '@runnel/node-kit'
import { openVendorModel } from '../ai-sdk/open-vendor-model.ts'
import { ANTHROPIC_HOME, ANTHROPIC_KEY_FIELD } from './anthropic-home.ts'
import { anthropicRules, MEDIA_TYPES } from './anthropic-rules.ts'
import { traitsOf } from './anthropic-traits.ts'
import { goOnWhenPaused } from './go-on-when-paused.ts'
import { readAnthropicOptions } from './read-anthropic-options.ts'

const open = openVendorModel({
  ...ANTHROPIC_HOME,
  key: { field: ANTHROPIC_KEY_FIELD, needed: 'always' },
  nameParams: ['modelName'],
  connect: (connection, modelName) => createAnthropic(connection)(modelName),
  rules: (values, modelName) => anthropicRules(values, traitsOf(modelName)),
  mediaTypes: MEDIA_TYPES,
  settings: (values, modelName) => ({
    providerOptions: { anthropic: readAnthropicOptions(values, traitsOf(modelName)) },
  }),
})

/** Opens a chat model over Anthropic's messages. No key outlives its call. */
export const openAnthropicChatModel: OpenChatModel = async (component, vendor) =>
  goOnWhenPaused(await open(component, vendor))
