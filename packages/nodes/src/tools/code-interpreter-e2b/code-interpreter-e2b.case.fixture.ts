import type { ToolCase } from '../tool-case.fixture.ts'

/** The interpreter in the tests of the family; the sandbox is played. */
export const codeInterpreterE2BCase: ToolCase = {
  node: 'codeInterpreterE2B',
  credential: { e2bApiKey: 'test-key-of-e2b' },
  input: { input: 'console.log(1 + 1); return { done: true }' },
  says: '2\n{"done":true}',
  wrong: [[{}, '"input" is missing']],
  world: { sandbox: () => ({ lines: ['2'], value: { done: true } }) },
}
