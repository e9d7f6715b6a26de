export {
  type FilePart,
  type FileSource,
  type ModelMessage,
  type Part,
  partsOf,
  type ReasoningPart,
  reasoningOf,
  type SourcePart,
  type TextPart,
  type ToolCallPart,
  type ToolResultPart,
  textOf,
  toAskedMessage,
  toModelMessages,
  toolCallsOf,
  toUserMessage,
  type VendorData,
} from '@runnel/contract'
export * from './call-context.ts'
export * from './call-ports.ts'
export * from './call-requests.ts'
export * from './chat-model.ts'
export * from './component.ts'
export * from './credential-test.ts'
export * from './define-node.ts'
export * from './document.ts'
export * from './model-error.ts'
export * from './read-values.ts'
export * from './step-context.ts'
export * from './take-turns.ts'
export * from './vendor-capabilities.ts'
export * from './work/account-credential.ts'
export * from './work/all-documents.ts'
export * from './work/ask-server.ts'
export * from './work/authorise-request.ts'
export * from './work/aws-account.ts'
export * from './work/chat-inputs.ts'
export * from './work/code-globals.ts'
export * from './work/conversation-messages.ts'
export { cosine } from './work/cosine.ts'
export * from './work/count-tokens.ts'
export * from './work/fill-places.ts'
export { foreignAddressInput } from './work/foreign-address-input.ts'
export * from './work/form-boundary.ts'
export { fuseRankings } from './work/fuse-rankings.ts'
export * from './work/key-credential.ts'
export * from './work/key-test.ts'
export { listChatModels } from './work/list-chat-models.ts'
export * from './work/list-flow-options.ts'
export { keepMadeFiles, pictureArtifact } from './work/made-files.ts'
export * from './work/moderated.ts'
export * from './work/mongo-account.ts'
export * from './work/open-api/compose-request.ts'
export * from './work/open-api/describe-operation.ts'
export * from './work/open-api/load-open-api.ts'
export * from './work/open-api/name-operations.ts'
export * from './work/open-api/read-open-api.ts'
export * from './work/parse-reply.ts'
export * from './work/passages.ts'
export * from './work/provide-retriever.ts'
export { metadataFilterInput, readFilterParam } from './work/read-filter-param.ts'
export { readFilterText } from './work/read-filter-text.ts'
export * from './work/read-json.ts'
export * from './work/read-json-answer.ts'
export { readJsonParam } from './work/read-json-param.ts'
export * from './work/read-refusal.ts'
export { readSources } from './work/read-sources.ts'
export { readZodText } from './work/read-zod-text.ts'
export * from './work/redis-account.ts'
export * from './work/refuse-twins.ts'
export * from './work/reply-output.ts'
export * from './work/retriever-definition.ts'
export * from './work/run-function.ts'
export * from './work/server-base.ts'
export { eachPiece, splitText, type TextPiece } from './work/split-text.ts'
export * from './work/sql-account.ts'
export * from './work/stored-store-input.ts'
export * from './work/tool-dialect.ts'
export * from './work/tool-loop.ts'
export * from './work/wired-components.ts'
