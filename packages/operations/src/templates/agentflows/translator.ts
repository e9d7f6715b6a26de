import { asks, GEMINI, start, told } from '../parts.ts'
import type { TemplateSketch } from '../template-sketch.ts'

/** One model, told what to do. */
export const translator: TemplateSketch = {
  id: 'translator',
  name: 'Translator',
  description: 'Puts what is written into another language, in the same tone.',
  type: 'AGENTFLOW',
  usecases: ['Basic'],
  explains: 'One model gets the message and an instruction. The language stands in the flow state of Start.',
  needs:
    'Choose a credential for Gemini in Translate, or another model. To change the language, open Start and write another one into the flow state.',
  nodes: [
    start({ language: 'French' }),
    {
      id: 'llmAgentflow_0',
      label: 'Translate',
      at: [1, 0],
      values: {
        ...asks('llm', GEMINI),
        ...told(
          'llm',
          'Translate the last message into {{$flow.state.language}}. Keep its tone, its line breaks and all names. A text that is in that language already is only corrected. Give the translation and nothing else.',
        ),
      },
    },
  ],
  edges: ['startAgentflow_0 > llmAgentflow_0'],
}
