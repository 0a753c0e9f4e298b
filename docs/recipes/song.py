"""Reads a song and its jacket with a generated client, and shows how a refusal arrives.

    python3 song.py https://example.org 1001
"""
import json
import sys

from livehouse import ApiClient, CatalogApi, Configuration, ReleaseMediaAndFilesApi
from livehouse.exceptions import ApiException

url, song_id = sys.argv[1:3]
with ApiClient(Configuration(host=url)) as client:
    catalog = CatalogApi(client)
    song = catalog.entity_read(server="demo", resource="songs", id=song_id)
    print(song.actual_instance["musicTitle"][1])
    # Entities name files with the root of their address: assets/…, runtime/… or objects/….
    path = song.actual_instance["jacketThumb"].removeprefix("assets/")
    jacket = ReleaseMediaAndFilesApi(client).asset_read(server="demo", path=path)
    print(len(jacket), "bytes")
    try:
        catalog.entity_read(server="demo", resource="songs", id="none")
    except ApiException as refusal:
        print(refusal.status, json.loads(refusal.body)["error"]["code"], refusal.headers["X-Request-Id"])
