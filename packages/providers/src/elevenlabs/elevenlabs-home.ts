export const ELEVENLABS_HOME = 'https://api.elevenlabs.io/v1'
