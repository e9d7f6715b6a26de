import type { CustomToolWork } from '@runnel/contract'
import type { ToolCase } from '../tool-case.fixture.ts'

const ID = '0b0f6a5e-3f53-4c0e-9d0e-6a3c9a9f2b11'

/** A stored tool of the tests. */
export const weatherTool: CustomToolWork = {
  id: ID,
  name: 'Get Weather',
  description: 'Tells the weather of a town.',
  schema: JSON.stringify([
    { id: 0, property: 'town', description: 'Its name', type: 'string', required: true },
    { id: 1, property: 'days', description: '', type: 'number', required: false },
  ]),
  func: "return 'Sun in ' + $town",
}

/** A tool of the workspace in the tests of the family. */
export const customToolCase: ToolCase = {
  node: 'customTool',
  values: { selectedTool: ID },
  input: { town: 'Oslo' },
  says: 'Sun in Oslo',
  wrong: [
    [{}, 'input.town'],
    [{ town: 'Oslo', days: 'two' }, 'input.days'],
  ],
  world: {
    customTools: { [ID]: weatherTool },
    sandbox: (_code, { $town }) => `Sun in ${String($town)}`,
  },
}
