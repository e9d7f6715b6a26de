/** What a model is told of the tool. */
export const DEFAULT_DESCRIPTION =
  'Draws a picture of what you describe, and shows it to the person who asked. Describe all that is to be seen: what it shows, in which style, from where, in which light, with which words on it.'
