import type { JSONObject } from '@ai-sdk/provider'
import type { JsonObject } from '@runnel/contract'
import { readText } from '@runnel/node-kit'
import { imageOptionInput, sizeInput } from './image-definition.ts'

/** Sizes that its models share; not each model takes each of them. */
export const OPENAI_SIZES = ['1024x1024', '1536x1024', '1024x1536', '1792x1024', '1024x1792']

/** What OpenAI lets people choose of a picture, under the names of its API. */
export const openAIPictureInputs = [
  sizeInput,
  imageOptionInput({
    label: 'Quality',
    name: 'quality',
    words: ['low', 'medium', 'high', 'xhigh', 'max', 'standard', 'hd'],
    description:
      'DALL·E takes standard and hd, xhigh and max are of the newest models. Better ones cost more',
  }),
  imageOptionInput({
    label: 'Background',
    name: 'background',
    words: ['opaque', 'transparent'],
    description: 'Transparent ones are PNG or WebP; DALL·E knows no such choice',
  }),
  imageOptionInput({
    label: 'Format',
    name: 'outputFormat',
    words: ['png', 'jpeg', 'webp'],
    description: 'PNG when it is empty; DALL·E knows no such choice',
  }),
]

/** A node's values as the options of OpenAI's image models. */
export function readPictureOptions(values: JsonObject): JSONObject {
  const options = ['quality', 'background', 'outputFormat'].map((name) => [name, readText(values, name)])
  return Object.fromEntries(options.filter(([, value]) => value !== ''))
}

/** By these OpenAI says that it does not draw what was asked for, on Azure and behind gateways too. */
export const OPENAI_REFUSES_CONTENT = ['moderation_blocked', 'content_policy_violation', 'content_filter']
