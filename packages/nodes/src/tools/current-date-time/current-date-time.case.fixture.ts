import type { ToolCase } from '../tool-case.fixture.ts'

/** The clock in the tests of the family. */
export const currentDateTimeCase: ToolCase = {
  node: 'currentDateTime',
  input: { timeZone: 'Europe/Berlin' },
  says: '13:00:00',
  wrong: [[{ timeZone: 'Mars/Olympus' }, 'Mars/Olympus is not a time zone']],
}
