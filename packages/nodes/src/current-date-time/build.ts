import { isJsonObject, type JsonValue } from '@runnel/contract'
import type { BuildNode, Tool } from '@runnel/node-kit'
import { describeMoment } from './describe-moment.ts'

const dateTimeTool: Tool = {
  name: 'current_date_time',
  description: 'Tells the current date, day of the week and time, in UTC or in a time zone of your choice.',
  inputSchema: {
    type: 'object',
    properties: {
      timeZone: { type: 'string', description: 'IANA name such as Europe/Berlin; UTC when left out' },
    },
    additionalProperties: false,
  },
  effects: 'read',
  call: async (input, context) => ({
    content: JSON.stringify(describeMoment(context.now(), readZone(input))),
  }),
}

/** A tool that tells the time of the run's clock. */
export const buildCurrentDateTime: BuildNode = () => ({ kind: 'tools', tools: [dateTimeTool] })

function readZone(input: JsonValue): string {
  const zone = isJsonObject(input) ? input.timeZone : undefined
  return typeof zone === 'string' && zone.trim() !== '' ? zone.trim() : 'UTC'
}
