import type { ToolCase } from '../tool-case.fixture.ts'

/** A path into JSON in the tests of the family. */
export const jsonPathExtractorCase: ToolCase = {
  node: 'jsonPathExtractor',
  values: { path: 'data.items[1].name' },
  input: { json: '{"data": {"items": [{"name": "one"}, {"name": "two"}]}}' },
  says: 'two',
  wrong: [
    [{}, '"json" is missing'],
    [{ json: '{' }, 'no JSON that can be read'],
    [{ json: '{}' }, 'nothing at the path data.items[1].name'],
  ],
}
