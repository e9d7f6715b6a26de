import { defineNode } from '@runnel/node-kit'
import { autofixInput } from '../autofix-input.ts'

const EXAMPLE = `z.object({
  title: z.string(), // Title of the movie
  yearOfRelease: z.number().int(), // As an integer
  genres: z.enum(["Action", "Comedy", "Drama", "Fantasy", "Horror", "Mystery", "Romance", "Science Fiction", "Thriller", "Documentary"]).array().max(2), // At most two
  shortDescription: z.string().max(500) // At most 500 characters
})`

/** Reads JSON by a schema. */
export const advancedStructuredOutputParser = defineNode({
  definition: {
    name: 'advancedStructuredOutputParser',
    label: 'Advanced Structured Output Parser',
    version: 1,
    type: 'AdvancedStructuredOutputParser',
    icon: 'IconTestPipe',
    category: 'Output Parsers',
    color: '#84A98C',
    description: 'Makes the answer of a model JSON by a Zod schema',
    baseClasses: ['AdvancedStructuredOutputParser', 'BaseLLMOutputParser', 'Runnable'],
    kind: 'component',
    effects: 'none',
    provides: ['outputParser'],
    inputs: [
      autofixInput,
      {
        label: 'Example JSON',
        name: 'exampleJson',
        type: 'string',
        rows: 10,
        description: 'A Zod schema of the answer; it is read as text and never run',
        default: EXAMPLE,
        additionalParams: true,
      },
    ],
  },
  provides: {
    outputParser: async () => (await import('./output-parser.ts')).advancedStructuredOutputParserCapability,
  },
})
