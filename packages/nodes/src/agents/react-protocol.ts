import type { TextProtocol, TextReading } from './text-protocol.ts'

const LABEL = /^[\s*#]{0,8}(thought|action input|action|observation|final answer)[*]{0,2}:[*]{0,2}/i

/** One labelled part of a text; `end` is where it ends there. */
interface Section {
  label: string
  body: string
  end: number
}

/** Parts of a text by the labels at the beginning of its lines; the final answer goes on to the end. */
function readSections(text: string): Section[] {
  const sections: Section[] = []
  let at = 0
  for (const line of text.split('\n')) {
    const end = at + line.length
    const [whole = '', label] = LABEL.exec(line) ?? []
    const last = sections.at(-1)
    if (label !== undefined && last?.label !== 'final answer')
      sections.push({ label: label.toLowerCase(), body: line.slice(whole.length), end })
    else if (last) {
      last.body += `\n${line}`
      last.end = end
    }
    at = end + 1
  }
  return sections.map((section) => ({ ...section, body: section.body.trim() }))
}

function read(text: string): TextReading {
  const sections = readSections(text)
  const [action, input] = findAction(sections)
  const answer = sections.find(({ label }) => label === 'final answer')
  if (action && (input || !answer))
    return {
      tool: action.body,
      input: input?.body ?? '',
      said: text.slice(0, (input ?? action).end).trimEnd(),
    }
  if (answer) return { answer: answer.body }
  const fault = 'Your last message holds neither an Action nor a Final Answer.'
  return { fault, isPlain: sections.length === 0 }
}

/** The first action, and its input where one follows it. */
function findAction(sections: Section[]): [action?: Section, input?: Section] {
  const at = sections.findIndex(({ label }) => label === 'action' || label === 'final answer')
  const action = sections[at]
  if (action?.label !== 'action' || action.body === '') return []
  const next = sections[at + 1]
  return next?.label === 'action input' ? [action, next] : [action]
}

/** Thought, action, observation: a model reasons in labelled lines. */
export const reactProtocol: TextProtocol = {
  instructions: ({ described, names }) => `You can use these tools:
${described}

Work in steps. Write one step at a time, in this form:
Thought: what you think about the question
Action: the name of one tool${names === '' ? '' : `, one of: ${names}`}
Action Input: what the tool is given

Then stop. The result is told to you behind "Observation:", and you go on with the next step. As soon as you know the answer, or when you need no tool, write:
Thought: I know the answer.
Final Answer: the answer to the question`,
  read,
  tell: (result) => `Observation: ${result}`,
  reminder:
    'Write "Action:" with the name of a tool and "Action Input:" with its input, or "Final Answer:" with the answer.',
}
