import type { ProblemCode } from '@runnel/contract'

/**
 * What a problem of each code says, in English; `{{name}}` is a detail of the problem. Our own pages say the same in
 * every language of theirs, by the code and the details.
 */
export const PROBLEM_TEXTS = {
  node_unknown_type:
    'The type "{{type}}" is not known here. The node is kept as it came, but cannot run: replace it, or disable it.',
  node_removed_type:
    'Nodes of the type "{{type}}" were taken out of later versions of Flowise. Put "{{successor}}" in its place; until then it is kept as it came.',
  node_inputs_unused:
    '"{{label}}" has settings that are not known here: {{inputs}}. They are kept, and change nothing when the flow runs.',
  node_data_left_behind:
    '"{{label}}" kept its documents in the folder "{{folder}}" of the server that it comes from. Here this installation keeps them: fill the store anew.',
  node_replaced_type:
    'Nodes of the type "{{type}}" were taken out of later versions of Flowise; this one is "{{successor}}" now, with the same settings.',
  node_unconnected: 'This node is not connected to anything',
  node_duplicate_id: 'Two nodes had the id {{given}}; this one is {{id}} now, and edges lead to the other.',
  node_missing_id: 'This node came without a usable id; it is {{id}} now.',
  node_missing_type: 'This node came without its type. Replace it by a node of the type that it was.',
  node_guessed_type: 'This node came without its type; by its id it is "{{type}}".',
  node_missing_version: 'This node came without a version; it is treated as the oldest.',
  node_missing_size: 'Nodes that came without their size: {{number}}. The canvas measures them.',
  node_missing_position:
    'This node came without a place on the canvas; it was put where its absolute place was, or at 0, 0.',
  node_newer_version:
    'This node was made with version {{version}} of its type; version {{known}} is here. Check its values.',
  node_differs: 'This node does not do all that it did in Flowise: {{difference}}',
  node_bad_parent: 'The iteration around this node is not there. Put the node on the canvas.',
  node_freed:
    'The container {{container}} is not there, or lies in itself; this node stands on the canvas now.',
  data_unreadable: 'What should hold the settings ("data") was no object; it was left out.',
  fields_left_out: 'These fields could not be read and were left out or changed: {{fields}}.',
  param_missing: '{{label}} is required',
  param_wrong_type: '"{{label}}" should be a list, but is a text that is none. Fill it in again.',
  choice_comes_later:
    '"{{label}}" is set to "{{choice}}", which this version does not do yet. It is kept as it came; choose another one to run the flow.',
  param_list_was_text: '"{{label}}" takes a list, but held a text; it is a list again.',
  anchor_reordered:
    '"{{label}}" named its connections in another order or form than the edges; it follows the edges now.',
  credential_missing: 'Credential is required',
  credential_unknown: 'The credential that was chosen here is not there any more. Choose another one.',
  tool_unknown:
    'The custom tool that was chosen here is not there. Choose another one, or import it on the page “Tools” and choose it.',
  flow_unknown: 'The flow that was chosen here is not there. Choose another one, or import it and choose it.',
  store_unknown:
    'The document store that was chosen here is not there. Choose another one, or make it on the page “Document Stores” and choose it.',
  flow_address_ignored:
    'Flowise ran this flow on {{address}}. It is run here; to call the other server, use an HTTP request in its place.',
  secret_in_value:
    '"{{param}}" looks like a key or a password. Store it as a credential; it is left out of exports.',
  edge_dangling: 'Edge {{edge}} leads to "{{node}}", which is not there. Remove that edge.',
  edge_missing_id: 'An edge came without a usable id; it is {{id}} now.',
  edge_duplicate_id: 'Two edges had the id {{given}}; the second is {{id}} now.',
  edge_missing_handle: 'Edge {{edge}} has no handle here, and more than one would fit. Connect it again.',
  edge_guessed_handle: 'Edge {{edge}} had no handle here; it was joined to "{{anchor}}".',
  edge_unknown_anchor:
    'Edge {{edge}} is joined to "{{anchor}}", which that node does not have now. Connect it again.',
  edge_crosses_border:
    'An edge crosses the border of an iteration and has no effect. Connect the iteration itself.',
  edge_type_mismatch: '{{output}} does not fit {{input}}. Connect something of the type {{types}}.',
  edge_self: 'A node is connected to itself. Remove that edge.',
  edge_cycle: 'This node lies on a way that leads back to itself. Use a Loop node to repeat steps.',
  edge_too_many: '{{input}} takes one connection, but has {{number}}. Remove the others.',
  edge_without_reference:
    'Edge {{edge}} joins {{source}} to "{{label}}", but the value there did not name it.',
  reference_without_edge:
    '{{label}} uses {{node}}, but no edge joins them. Connect them, or remove the reference.',
  reference_unknown_node:
    'This refers to {{node}}, which is not there; it will stay as text. Choose another node.',
  condition_no_variable:
    'Please specify a Variable. Try connecting Condition node to a previous node and select the variable',
  condition_no_output_name: 'Please specify an Output Name',
  condition_no_operation: 'Please select an operation for the condition',
  condition_no_item: 'Please add an item for the condition',
  condition_no_return:
    'Please add a return statement in the condition code to define the output. You can refer to How to Use for more information.',
  start_missing: 'The flow has no Start node. Add one and connect it to the first step.',
  start_several: 'Multiple starting nodes are not allowed',
  start_has_input: 'Nothing may lead into the start "{{label}}". Remove that edge.',
  start_input_type_missing: 'Start input type not found',
  ending_missing: 'Ending nodes not found',
  ending_wrong_kind: 'Ending node must be either a Chain or Agent or Engine',
  flow_empty: 'The flow is empty. Add nodes to it before you run it.',
  state_two_writers:
    '"{{first}}" and "{{second}}" may run side by side and both write the state "{{key}}". The one later in step order wins.',
  mention_span: '"{{param}}" mentions variables in rich text; each mention is read as a reference.',
  text_form: 'The file began with a byte order mark; it was left out.',
  extra_keys: 'The file has fields beside the flow, which are kept: {{keys}}.',
  record_keys: 'The file is a whole record; only its flow is taken. These fields were left out: {{keys}}.',
  both_forms: 'The file holds its flow twice, as flowData and as nodes beside it; flowData was taken.',
  viewport_unreadable: 'The place and zoom of the canvas could not be read whole and are set anew.',
  more_repairs:
    'The import mended {{number}} more things, which are not kept here; its answer named them all.',
} as const satisfies Record<ProblemCode, string>
