import type { ToolCase } from '../tool-case.fixture.ts'

/** The calculator in the tests of the family. */
export const calculatorCase: ToolCase = {
  node: 'calculator',
  input: { input: '6 * 7' },
  says: '42',
  wrong: [
    [{ input: 'six' }, 'Unknown name "six"'],
    [{}, 'ends too early'],
  ],
}
