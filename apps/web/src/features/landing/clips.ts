// Recorded from our own phones; docs/develop/ tells how these files are made.
import feedVideo from '../../media/feed.mp4';
import feedPoster from '../../media/feed.webp';
import homeVideo from '../../media/home.mp4';
import homePoster from '../../media/home.webp';
import typingVideo from '../../media/typing.mp4';
import typingPoster from '../../media/typing.webp';

export const clips = {
  feed: { video: feedVideo, poster: feedPoster, words: 'A phone whose feed is being scrolled' },
  home: { video: homeVideo, poster: homePoster, words: 'The home screen of a phone' },
  typing: { video: typingVideo, poster: typingPoster, words: 'A note being typed on a phone' },
} as const;
