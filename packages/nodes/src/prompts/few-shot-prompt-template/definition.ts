import { defineNode } from '@runnel/node-kit'

/** A prompt that shows examples. */
export const fewShotPromptTemplate = defineNode({
  definition: {
    name: 'fewShotPromptTemplate',
    label: 'Few Shot Prompt Template',
    version: 1,
    type: 'FewShotPromptTemplate',
    icon: 'IconForms',
    category: 'Prompts',
    color: '#FFB938',
    description: 'A prompt that shows the model examples before it asks',
    baseClasses: ['FewShotPromptTemplate', 'BaseStringPromptTemplate', 'BasePromptTemplate', 'Runnable'],
    kind: 'component',
    effects: 'none',
    provides: ['prompt'],
    inputs: [
      {
        label: 'Examples',
        name: 'examples',
        type: 'string',
        overridable: true,
        rows: 4,
        placeholder:
          '[\n  { "word": "happy", "antonym": "sad" },\n  { "word": "tall", "antonym": "short" }\n]',
        description: 'A JSON list; each object fills the example prompt once',
      },
      { label: 'Example Prompt', name: 'examplePrompt', type: 'PromptTemplate' },
      {
        label: 'Prefix',
        name: 'prefix',
        type: 'string',
        overridable: true,
        rows: 4,
        placeholder: 'Give the antonym of every input',
        description: 'What stands before the examples',
      },
      {
        label: 'Suffix',
        name: 'suffix',
        type: 'string',
        overridable: true,
        rows: 4,
        placeholder: 'Word: {input}\nAntonym:',
        description: 'What stands behind the examples; its one place takes the question',
      },
      {
        label: 'Example Separator',
        name: 'exampleSeparator',
        type: 'string',
        overridable: true,
        placeholder: '\n\n',
        description: 'What stands between two parts; empty means an empty line',
      },
      {
        label: 'Template Format',
        name: 'templateFormat',
        type: 'options',
        overridable: true,
        description: 'How places are written in prefix and suffix',
        options: [
          { label: 'f-string', name: 'f-string', description: 'A name in single braces' },
          { label: 'jinja-2', name: 'jinja-2', description: 'A name in doubled braces' },
        ],
        default: 'f-string',
      },
    ],
  },
  provides: { prompt: async () => (await import('./prompt.ts')).readFewShotPromptTemplate },
})
