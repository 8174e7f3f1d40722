/** By meaning; a terminal without colours shows the text alone. */
export type Tone = 'plain' | 'strong' | 'quiet' | 'good' | 'caution' | 'bad'
