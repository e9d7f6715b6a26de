/**
 * What the product itself may read a param as (`readAs`); it knows no param by its name.
 * - `sessionId`: the id of the session that a memory keeps. `streaming`: whether a model streams.
 * - `startInput`: how a flow begins; `formInput` means by a form. `form.title`, `form.description`, `form.fields`: that form.
 * - `state`: the keys and first values of the flow's state. `persistsState`: whether a session's next run goes on with it.
 * - `stateUpdate`: the keys of the state that the step writes. `structuredOutput`: the keys of its output.
 * - `comparisons`: what a decision compares, row by row.
 * - `code`: JavaScript that can be tried out in the sandbox. `codeVariables`: what it reads by name.
 * - `variableName`: the name of a variable of a chat flow's run that the step sets. `wantedVariable`: of one that it gives.
 * - `mcpServer`: the id of an MCP server of the workspace.
 * - `storedTool`: the id of a custom tool; `tool.name`, `tool.description`, `tool.schema`, `tool.code`: what is said in its place.
 * - `flow`: the id of a flow that is run. `foreignAddress`: the server on which Flowise ran it, where it was another one.
 * - `chatFiles`: whether a store takes files of chats, each found by its own chat alone.
 * - `documentStore`: the id of a document store, whose chunks or vectors the node gives. `pageLimit`: how many pages a loader fetches at most.
 * - `storeDescription`: what the document store of the same row holds, in words for a model.
 * - `metadataFilter`: which documents may be found, as a filter over their metadata.
 * - `note`: the text of a note.
 * - `onError`: what becomes of a run whose step failed, one of `ERROR_CHOICES`; `fallback`: the text with which it goes on.
 * - `retries`: how often a failed step is tried again; `retryDelay`: seconds before the first of them. `timeLimit`: the
 *   seconds that a try may take.
 */
export const PARAM_MEANINGS = [
  'sessionId',
  'streaming',
  'startInput',
  'form.title',
  'form.description',
  'form.fields',
  'state',
  'persistsState',
  'stateUpdate',
  'structuredOutput',
  'comparisons',
  'code',
  'codeVariables',
  'variableName',
  'wantedVariable',
  'mcpServer',
  'storedTool',
  'tool.name',
  'tool.description',
  'tool.schema',
  'tool.code',
  'flow',
  'foreignAddress',
  'chatFiles',
  'documentStore',
  'storeDescription',
  'pageLimit',
  'metadataFilter',
  'note',
  'onError',
  'fallback',
  'retries',
  'retryDelay',
  'timeLimit',
] as const
export type ParamMeaning = (typeof PARAM_MEANINGS)[number]

/** The fields that rows of a meaning have; a definition that lacks one is refused. */
export const ROW_FIELDS: Partial<Record<ParamMeaning, readonly string[]>> = {
  'form.fields': ['type', 'label', 'name', 'addOptions'],
  state: ['key', 'value'],
  stateUpdate: ['key', 'value'],
  structuredOutput: ['key'],
  comparisons: ['type', 'value1', 'operation', 'value2'],
  codeVariables: ['variableName', 'variableValue'],
}

/** What `onError` may say: the run ends, goes on with a text of the author, or goes on at the step's error branch. */
export const ERROR_CHOICES = { stop: 'stop', goOn: 'goOn', branch: 'errorBranch' } as const

/** The value of `startInput` with which a flow begins by a form. */
export const FORM_INPUT = 'formInput'
