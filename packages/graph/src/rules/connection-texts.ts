/** Why an edge may not be drawn, in English; `{{name}}` is a detail. Our own pages say the same in every language of theirs. */
export const CONNECTION_TEXTS = {
  end_missing: 'Node {{node}} is not there.',
  no_output: '"{{node}}" has no output here.',
  no_input: '"{{node}}" has no input here.',
  border: 'Steps inside an iteration connect only with each other. Connect the iteration itself instead.',
  connected: 'These two are connected already.',
  taken: '"{{input}}" of "{{node}}" takes one connection. Remove the one that is there first.',
  self: 'A node cannot be connected to itself.',
  wrong_type: '"{{target}}" takes {{types}} here; "{{source}}" gives something else.',
  no_step_before: '"{{target}}" takes a step before it here; "{{source}}" gives something else.',
  cycle: 'This would lead back to an earlier node. Use a Loop node to repeat steps.',
} as const
