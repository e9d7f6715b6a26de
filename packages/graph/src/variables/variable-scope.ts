import type { HistoryMessage, JsonObject, JsonValue } from '@runnel/contract'

/**
 * Everything that a reference in an agent flow may name, as one step sees it. Absent fields make
 * their references unknown, so that they stay as literal text.
 */
export interface VariableScope {
  /** `{{question}}`. */
  question?: string | undefined
  /** Text of uploaded files (`<doc>` blocks): put before the whole text wherever `{{question}}` was used. */
  uploadedText?: string | undefined
  /** `{{$form.x.y}}`. */
  form?: JsonObject | undefined
  /** `{{$webhook.body.x}}`, `.headers.`, `.query.`. */
  webhook?: JsonObject | undefined
  /** `{{file_attachment}}`. */
  fileAttachment?: string | undefined
  /** `{{chat_history}}`: past messages, then those of this run; also the list `{{$flow.chatHistory}}`. */
  chatHistory?: readonly HistoryMessage[] | undefined
  /** `{{runtime_messages_length}}`: number of messages that this run added. */
  runtimeMessageCount?: number | undefined
  /** `{{loop_count}}`: count of the latest executed loop node. */
  loopCount?: number | undefined
  /** `{{current_date_time}}`: ISO text. */
  currentDateTime?: string | undefined
  /** `{{$iteration}}`: the current item, boxed so that `null` can be one. */
  iteration?: { value: JsonValue } | undefined
  /** `{{$vars.name}}`: the workspace's variables. */
  variables?: Readonly<Record<string, JsonValue>> | undefined
  /** `{{$flow.x}}`: `state`, `sessionId`, `chatId`, `chatflowId`, `apiMessageId` and the like. */
  flow?: JsonObject | undefined
  /** Node id → output of its latest run: `{{nodeId}}`, `{{nodeId.output.path}}`. */
  outputs?: { get(nodeId: string): JsonObject | undefined } | undefined
  /** `{{output}}`, `{{output.path}}`: this step's own output, in the values of `…UpdateState`. */
  ownOutput?: JsonObject | undefined
}
