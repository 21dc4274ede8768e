/** Takes the place of Engine.IO's third transport, which the server does not offer. */
export class WT {
  get name() {
    return 'webtransport';
  }
}
