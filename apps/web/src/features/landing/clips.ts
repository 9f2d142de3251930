// Recorded from our own phones; docs/develop/ says how these files are made.
import * as texts from '#language/landing';
import feedVideo from '../../media/feed.mp4';
import feedPoster from '../../media/feed.webp';
import homeVideo from '../../media/home.mp4';
import homePoster from '../../media/home.webp';
import typingVideo from '../../media/typing.mp4';
import typingPoster from '../../media/typing.webp';

export const clips = {
  feed: { video: feedVideo, poster: feedPoster, label: texts.aPhoneWhoseFeed },
  home: { video: homeVideo, poster: homePoster, label: texts.theHomeScreenOfAPhone },
  typing: { video: typingVideo, poster: typingPoster, label: texts.aNoteBeingTyped },
} as const;
