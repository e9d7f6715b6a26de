import type { TextProtocol, TextReading } from './text-protocol.ts'

/** What stands in an element; one that is not closed goes on to the next of `ends`, or to the end of the text. */
function readElement(
  text: string,
  name: string,
  ends: string[] = [],
): { body: string; end: number } | undefined {
  const open = `<${name}>`
  const at = text.indexOf(open)
  if (at < 0) return undefined
  const start = at + open.length
  const stops = [`</${name}>`, ...ends].map((stop) => text.indexOf(stop, start)).filter((stop) => stop >= 0)
  const end = stops.length === 0 ? text.length : Math.min(...stops)
  return { body: text.slice(start, end).trim(), end }
}

function read(text: string): TextReading {
  const tool = readElement(text, 'tool', ['<tool_input>', '\n'])
  const answer = text.indexOf('<final_answer>')
  if (tool && tool.body !== '' && !(answer >= 0 && answer < text.indexOf('<tool>'))) {
    const input = readElement(text, 'tool_input', ['<observation>'])
    const said = `${text.slice(0, text.indexOf('<tool>'))}<tool>${tool.body}</tool><tool_input>${input?.body ?? ''}</tool_input>`
    return { tool: tool.body, input: input?.body ?? '', said }
  }
  if (answer >= 0) return { answer: readElement(text, 'final_answer')?.body ?? '' }
  const isPlain = !/<\/?(?:tool|tool_input|final_answer)>/.test(text)
  return { fault: 'Your last message holds neither <tool> nor <final_answer>.', isPlain }
}

/** A model writes what it wants in elements. */
export const xmlProtocol: TextProtocol = {
  instructions: ({ described }) => `You can use these tools:
${described}

To use a tool, write its name and its input in elements, and stop:
<tool>name of the tool</tool><tool_input>what it is given</tool_input>

The result is told to you in <observation></observation>. When you need no tool, or no further one, write:
<final_answer>the answer to the question</final_answer>`,
  read,
  tell: (result) => `<observation>${result}</observation>`,
  reminder:
    'Write <tool> with the name of a tool and <tool_input> with its input, or <final_answer> with the answer.',
}
