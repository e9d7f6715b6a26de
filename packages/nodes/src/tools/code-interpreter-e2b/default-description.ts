/** What a model is told of the interpreter. */
export const DEFAULT_DESCRIPTION =
  'Runs JavaScript in a sandbox, for calculations, texts and data. Send the whole script each time: nothing is kept between calls. Print with console.log, or return a value. There is no network, no file system and no packages. Write plain code, without Markdown around it.'
