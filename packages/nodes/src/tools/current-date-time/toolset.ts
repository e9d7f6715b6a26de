import { isJsonObject, type JsonValue } from '@runnel/contract'
import type { ToolOffer, Toolset } from '@runnel/node-kit'
import { describeMoment } from './describe-moment.ts'

const dateTimeTool: ToolOffer = {
  name: 'current_date_time',
  description: 'Tells the current date, day of the week and time, in UTC or in a time zone of your choice.',
  inputSchema: {
    type: 'object',
    properties: {
      timeZone: { type: 'string', description: 'IANA name such as Europe/Berlin; UTC when left out' },
    },
    additionalProperties: false,
  },
  effects: 'none',
}

/** A tool that tells the time of the run's clock. */
export const currentDateTimeToolset: Toolset = {
  list: () => [dateTimeTool],
  call: async (_component, { input }, call) => ({
    content: JSON.stringify(describeMoment(call.now(), readZone(input))),
  }),
}

function readZone(input: JsonValue): string {
  const zone = isJsonObject(input) ? input.timeZone : undefined
  return typeof zone === 'string' && zone.trim() !== '' ? zone.trim() : 'UTC'
}
